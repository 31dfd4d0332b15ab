import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { FileNotSaved } from "../FileNotSaved.js"
import { reportHtml } from "../reportPage/reportHtml.js"
import { writeWhole } from "../wholeFiles.js"
import { RunReport } from "./RunReport.js"

/** Where the files of a report are. */
export interface ReportFiles {
  readonly json: string
  readonly html: string
}

/**
 * Writes `report.json` and `report.html` into a directory, which is made where there is none. Both are written whole before
 * either takes the place of an earlier one.
 */
export const writeReport = (
  directory: string,
  report: RunReport
): Effect.Effect<ReportFiles, FileNotSaved, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { join } = yield* Path.Path
    const [json, html] = [join(directory, "report.json"), join(directory, "report.html")]
    yield* files.makeDirectory(directory, { recursive: true }).pipe(
      Effect.zipRight(
        writeWhole([
          {
            path: json,
            bytes: encoder.encode(`${JSON.stringify(Schema.encodeSync(RunReport)(report), undefined, 2)}\n`)
          },
          { path: html, bytes: encoder.encode(reportHtml(report)) }
        ])
      ),
      Effect.mapError(
        ({ description, message }) => new FileNotSaved({ path: directory, reason: description ?? message })
      )
    )
    return { json, html }
  })

const encoder = new TextEncoder()
