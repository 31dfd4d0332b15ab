import type { Answer } from "./fakeGateway.js"
import { json } from "./fakeGateway.js"

/** The id of the task that the recorded replies are about. */
export const id = "lecture-1"

export const submission = { id, audio: { uri: "https://files.test/lecture.wav" } }

/** A record of the task; `fields` go before the usual ones. */
export const record = (status: number, fields: Readonly<Record<string, unknown>> = {}): Answer =>
  json({ code: "200", msg: "success", data: { bizId: id, status, ...fields }, traceId: "trace-1" })

export const accepted = json({ code: "200", msg: "success", data: null, traceId: "trace-0" })
export const running = record(1)
export const done = record(2, { asrcResult: "Good morning." })
export const notFound = json({ code: "40404", msg: "no record", data: null, traceId: "trace-2" })
