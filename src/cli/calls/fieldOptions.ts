import * as Options from "@effect/cli/Options"
import * as Option from "effect/Option"
import type { Field } from "./fields.js"
import type { Given } from "./requests.js"

/** An option for each field, of which those that were given come out. */
export const fieldOptions = (fields: ReadonlyArray<Field>): Options.Options<ReadonlyArray<Given>> =>
  Options.map(Options.all(fields.map(optionOf)), (given) => given.flatMap(Option.toArray))

const optionOf = (field: Field): Options.Options<Option.Option<Given>> =>
  (field.kind === "switch" ? switchOf(field) : entryOf(field)).pipe(
    Options.map(Option.map((value): Given => [field, value]))
  )

/** A switch that is not given is not sent, for what is then done is the gateway's to say. */
const switchOf = (field: Field): Options.Options<Option.Option<unknown>> =>
  Options.boolean(field.flag).pipe(
    described(field),
    Options.map((given) => (given ? Option.some(true) : Option.none()))
  )

/** What is no number is left as it is, for the request's schema to refuse. */
const entryOf = (field: Field): Options.Options<Option.Option<unknown>> =>
  Options.text(field.flag).pipe(
    Options.withPseudoName(field.values.length > 0 ? field.values.join("|") : field.kind),
    described(field),
    Options.optional,
    Options.map(Option.map((text) => (field.kind === "number" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)))
  )

const described =
  ({ description, required }: Field) =>
  <A>(option: Options.Options<A>): Options.Options<A> =>
    Options.withDescription(option, required ? `${description} Required.` : description)
