import type * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import type { RunNotes } from "./RunNotes.js"
import type { RunRecords } from "./RunRecords.js"
import type { StepClaims } from "./StepClaims.js"

/** What durable pipelines run on: the layers of `DurableEngine` provide it. */
export type EngineServices = WorkflowEngine.WorkflowEngine | StepClaims | RunNotes | RunRecords
