/** Specification 1: a recording, submitted. `type`, `resId`, `aid`, `rate` and `encoding` are illustrative values. */
export const submitted = {
  request: {
    id: "call-2024-05-01-17",
    type: 1,
    resId: 1,
    audio: { aid: "audio-17", uri: "https://example.com/recordings/call-17.wav", rate: "16000", encoding: "1" }
  },
  response: { code: "200", msg: "success", data: null, traceId: "9f2c1d7e5a3b48c6" }
}

/** Specification 2: the same task, completed. `asrcResult` is illustrative, for its structure is not shown. */
export const completed = {
  request: { id: submitted.request.id },
  response: {
    code: "200",
    msg: "success",
    data: {
      id: "platform-task-17",
      bizId: submitted.request.id,
      status: 2,
      description: "Call 17",
      asrcDesc: "completed",
      createTime: "2024-05-01 10:00:00",
      updateTime: "2024-05-01 10:00:42",
      asrcResult: { text: "Good morning, where is my parcel?" }
    },
    traceId: "1b8e4f60c2d97a35"
  }
}
