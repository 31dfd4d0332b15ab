import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { orderVideo } from "../../schemas/VideoOrder.js"
import { VideoOrders } from "../../services/VideoOrders.js"
import { perhapsOrdered } from "../calls/advice.js"
import { callCommand } from "../calls/callCommand.js"
import { eachOne } from "../calls/eachOne.js"

/** `model-gateway video`: places orders of videos. The reply is not shown by the specification, so it is printed as it came. */
export const video = callCommand({
  name: "video",
  description: "Orders videos, each of which costs money, and prints the replies in the order of the orders.",
  examples: [
    "model-gateway video --model any --duration 5 'A lighthouse at sunset'",
    `echo '{"model":"any","prompt":"The sea","seed":7}' | model-gateway video --json --input -`
  ],
  request: orderVideo.request,
  argument: {
    name: "PROMPT",
    description: "What is to be seen, each an order of its own.",
    fills: "prompt",
    requests: eachOne("prompt")
  },
  extra: Options.none,
  send: (request) =>
    Effect.map(
      Effect.flatMap(VideoOrders, ({ place }) => place(request)),
      (reply) => ({ lines: [JSON.stringify(reply ?? null)], values: [reply] })
    ),
  inOrder: true,
  interrupted: perhapsOrdered
})
