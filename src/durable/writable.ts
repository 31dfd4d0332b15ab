import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { GatewayInvalidRequest } from "../schemas/GatewayError.js"

/** Refuses an input, by field, that JSON would not give back as it is: its execution could not be told from another's. */
export const writable = (name: string, encoded: unknown): Effect.Effect<void, GatewayInvalidRequest> => {
  const issues = misfits("", encoded).map((path) => ({ path, problem: "must be what JSON can write" }))
  return issues.length === 0 ? Effect.void : new GatewayInvalidRequest({ operation: name, attempts: 0, issues })
}

const misfits = (path: string, value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((inner, i) => misfits(`${path}[${i}]`, inner))
  if (isPlain(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      inner === undefined ? [] : misfits(path === "" ? name : `${path}.${name}`, inner)
    )
  }
  return isWritten(value) ? [] : [path]
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

const isWritten = (value: unknown): boolean =>
  value === null || Predicate.isString(value) || Predicate.isBoolean(value) || Number.isFinite(value)
