import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import type { DecodedPng } from "fast-png"
import { decode } from "fast-png"
import { drawPicture } from "../../src/engines/picture/drawPicture.js"
import type { PictureSize, PictureSizeOptions, PictureSizeProblem } from "../../src/engines/picture/PictureSize.js"
import { pictureSize } from "../../src/engines/picture/PictureSize.js"
import { promptHints } from "../../src/engines/picture/promptHints.js"

const prompts = [
  "sunset over the sea",
  "a city at night",
  "snowy mountains",
  "a red fox in a forest",
  "desert dunes",
  "green hills in the morning",
  "abstract shapes for a jazz record"
]

const draw = (prompt: string, width = 64, height = width): DecodedPng => decode(drawPicture(prompt, { width, height }))

/** The share of pixels of which a channel differs by more than an eye forgives. */
const difference = (one: DecodedPng, other: DecodedPng): number => {
  const differs = (at: number): boolean =>
    [0, 1, 2].some((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > 8)
  const pixels = Array.from({ length: one.width * one.height }, (_, pixel) => differs(pixel * 3))
  return pixels.filter(Boolean).length / pixels.length
}

const colors = (png: DecodedPng): number =>
  new Set(Array.from({ length: png.width * png.height }, (_, pixel) => png.data.slice(pixel * 3, pixel * 3 + 3).join()))
    .size

/** The mean of one channel: red 0, green 1, blue 2. */
const mean = (png: DecodedPng, channel: 0 | 1 | 2): number => {
  let sum = 0
  for (let at = channel; at < png.data.length; at += 3) sum += png.data[at] ?? 0
  return (sum * 3) / png.data.length
}

const brightness = (png: DecodedPng): number => (mean(png, 0) + mean(png, 1) + mean(png, 2)) / 3

/** How far a picture is from another that is `times` as large, in levels of 255 a channel. */
const distanceScaled = (small: DecodedPng, large: DecodedPng, times: number): number => {
  let sum = 0
  for (let i = 0; i < small.data.length; i++) {
    const x = Math.floor(i / 3) % small.width
    const y = Math.floor(i / 3 / small.width)
    let patch = 0
    for (let j = 0; j < times * times; j++) {
      const row = y * times + Math.floor(j / times)
      patch += large.data[(row * large.width + x * times + (j % times)) * 3 + (i % 3)] ?? 0
    }
    sum += Math.abs(patch / times ** 2 - (small.data[i] ?? 0))
  }
  return sum / small.data.length
}

describe("drawPicture", () => {
  const side = fc.integer({ min: 16, max: 80 })
  const check = <Ts extends [unknown, ...Array<unknown>]>(property: fc.IProperty<Ts>): void =>
    fc.assert(property, { numRuns: 40 })

  it("gives an RGB PNG of the size asked for, the same bytes each time", () => {
    check(
      fc.property(fc.fullUnicodeString(), side, side, (prompt, width, height) => {
        const bytes = drawPicture(prompt, { width, height })
        const png = decode(bytes, { checkCrc: true })
        assert.deepStrictEqual([png.width, png.height, png.channels, png.depth], [width, height, 3, 8])
        assert.deepStrictEqual(drawPicture(prompt, { width, height }), bytes)
        assert.strictEqual(bytes.buffer.byteLength, bytes.byteLength, "keeps no more memory than the picture needs")
      })
    )
  })

  it("draws another picture for another prompt", () => {
    check(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other)
        assert.isAbove(difference(draw(one), draw(other)), 0.2)
      })
    )
  })

  it("draws another picture even where both prompts name the same subject, colour and light", () => {
    for (const prompt of prompts) assert.isAbove(difference(draw(`${prompt}, 1`), draw(`${prompt}, 2`)), 0.15, prompt)
  })

  it("draws more than a flat colour or a plain gradient", () => {
    // 64 rows of a plain gradient have 64 colours.
    for (const prompt of ["", "a", ...prompts]) assert.isAbove(colors(draw(prompt)), 400, prompt)
  })

  it("composes alike at every size of one ratio", () => {
    for (const prompt of prompts) {
      assert.isBelow(distanceScaled(draw(prompt, 64, 36), draw(prompt, 256, 144), 4), 3, prompt)
    }
  })

  it("draws in the colour and the light that the prompt names", () => {
    check(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (n) => {
        const [red, blue, night, day] = ["red", "blue", "night", "day"].map((word) => draw(`${word} ${n}`, 32))
        assert(red !== undefined && blue !== undefined && night !== undefined && day !== undefined)
        assert.isAbove(mean(red, 0) - mean(red, 2), mean(blue, 0) - mean(blue, 2))
        assert.isAbove(brightness(day), brightness(night))
      })
    )
  })

  it("draws single pixels, thin strips and long prompts", () => {
    for (const [width, height] of [
      [1, 1],
      [1, 64],
      [512, 16],
      [16, 512]
    ] as const) {
      for (const prompt of prompts) assert.strictEqual(draw(prompt, width, height).width, width)
    }
    assert.strictEqual(draw("bright neon red ".repeat(10_000)).width, 64)
  })
})

describe("promptHints", () => {
  it("reads colours, light and subject in any case", () => {
    assert.deepStrictEqual(promptHints("GOLD and Blue towers, at night."), {
      hues: [88, 250],
      vividness: 1,
      mood: "night",
      motif: "city"
    })
  })

  it("lets the first word of a kind decide", () => {
    const hints = promptHints("grey sea by day, neon city by night")
    assert.deepStrictEqual([hints.vividness, hints.mood, hints.motif], [0.15, "day", "sea"])
  })

  it("finds nothing in other words, nor in parts of words", () => {
    for (const prompt of ["", "constructor __proto__ toString", "bored redo seaside 赤い 🌊"]) {
      assert.deepStrictEqual(promptHints(prompt), { hues: [], vividness: 1 })
    }
  })
})

describe("pictureSize", () => {
  const sizes: ReadonlyArray<readonly [PictureSizeOptions, PictureSize]> = [
    [{}, { width: 512, height: 512 }],
    [
      { aspectRatio: undefined, imageSize: undefined },
      { width: 512, height: 512 }
    ],
    [{ aspectRatio: "16:9" }, { width: 512, height: 288 }],
    [{ aspectRatio: "9:16" }, { width: 288, height: 512 }],
    [{ aspectRatio: "32:1" }, { width: 512, height: 16 }],
    [{ aspectRatio: "1920:1080" }, { width: 512, height: 288 }],
    [{ imageSize: "1K" }, { width: 1024, height: 1024 }],
    [{ imageSize: "4K" }, { width: 4096, height: 4096 }],
    [
      { imageSize: "2K", aspectRatio: "3:2" },
      { width: 2048, height: 1365 }
    ],
    [{ imageSize: "16x4096" }, { width: 16, height: 4096 }],
    [
      { imageSize: "1366x768", aspectRatio: "16:9" },
      { width: 1366, height: 768 }
    ],
    [
      { imageSize: "101x100", aspectRatio: "1:1" },
      { width: 101, height: 100 }
    ]
  ]
  it.each(sizes)("%j is %j", (options, size) => {
    assert.deepStrictEqual(pictureSize(options), Either.right(size))
  })

  const problems: ReadonlyArray<readonly [PictureSizeOptions, PictureSizeProblem["field"], RegExp]> = [
    ...[
      "",
      "16",
      "16:",
      "16:9:1",
      "0:1",
      "1:0",
      "-1:1",
      "1.5:1",
      "16x9",
      " 1:1",
      "1:1\n",
      "1e2:1",
      `${"9".repeat(10)}:1`
    ].map((aspectRatio) => [{ aspectRatio }, "aspectRatio", /<w>:<h>.*"16:9"/] as const),
    [{ aspectRatio: "33:1" }, "aspectRatio", /up to 32:1 and 1:32/],
    [{ aspectRatio: "1:100", imageSize: "1K" }, "aspectRatio", /up to 64:1 and 1:64/],
    ...[
      "",
      "0K",
      "5K",
      "1k",
      "K",
      "1.5K",
      "01K",
      "large",
      "512",
      "15x64",
      "64x15",
      "4097x64",
      "64x4097",
      "64:64",
      "64x64x64"
    ].map((imageSize) => [{ imageSize }, "imageSize", /"1K".*"4K".*<w>x<h>.*16 to 4096/] as const),
    [{ imageSize: "102x100", aspectRatio: "1:1" }, "aspectRatio", /within 1%/],
    [{ imageSize: "720x1280", aspectRatio: "16:9" }, "aspectRatio", /within 1%/]
  ]
  it.each(problems)("%j is a problem of %s", (options, field, message) => {
    const problem = Either.flip(pictureSize(options)).pipe(Either.getOrThrow)
    assert.strictEqual(problem.field, field)
    assert.match(problem.message, message)
  })

  it("keeps the ratio to within a pixel and every side within bounds", () => {
    const part = fc.integer({ min: 1, max: 200 })
    fc.assert(
      fc.property(part, part, fc.constantFrom(undefined, "1K", "2K", "3K", "4K"), (w, h, imageSize) => {
        const size = pictureSize({ aspectRatio: `${w}:${h}`, imageSize })
        const longer = imageSize === undefined ? 512 : Number(imageSize[0]) * 1024
        if ((Math.min(w, h) * longer) / Math.max(w, h) < 16) return assert.isTrue(Either.isLeft(size))
        const { height, width } = Either.getOrThrow(size)
        assert.strictEqual(Math.max(width, height), longer)
        assert.isAtLeast(Math.min(width, height), 16)
        assert.isAtMost(Math.abs(Math.min(width, height) - (longer * Math.min(w, h)) / Math.max(w, h)), 0.5)
      })
    )
  })
})
