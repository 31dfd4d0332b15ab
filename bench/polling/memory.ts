import { Clock, Effect, Stream } from "effect"
import { Transcriber } from "effect-model-gateway"

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/**
 * Transcribes so many recordings, `tasks` of them at once, on a gateway in this process that needs 5 seconds for each, and
 * says how much memory the process held before and at the most.
 */
export const memoryOfMany = (count: number, tasks: number): Effect.Effect<string> =>
  Effect.gen(function* () {
    const before = process.memoryUsage.rss()
    let most = before
    let looks = 0
    const doneAt = new Map<string, number>()
    const transcriber = Transcriber.make({
      submit: ({ id }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          doneAt.set(id, now + 5000)
          return { code: "200", data: null }
        }),
      query: ({ id }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          looks++
          most = Math.max(most, process.memoryUsage.rss())
          const status = now < (doneAt.get(id) ?? 0) ? 1 : 2
          return { code: "200", data: { bizId: id, status, asrcResult: "Done." } }
        })
    })
    const requests = Array.from({ length: count }, (_, i) => ({
      id: `${i}`,
      audio: { uri: "https://files.test/a.flac" }
    }))
    yield* Stream.runDrain(transcriber.transcribeMany(requests, { tasks }))
    return `${megabytes(before)} before, ${megabytes(most)} at the most, ${(looks / count).toFixed(1)} looks a task`
  })
