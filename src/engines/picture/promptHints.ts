/** The light in which a picture is drawn. */
export type Mood = "day" | "dusk" | "night"

/** What lies under the sky of a picture; `orbs` is a picture without land. */
export type Motif = "hills" | "peaks" | "dunes" | "sea" | "forest" | "city" | "orbs"

/** What the words of a prompt ask for; whatever they leave open is rolled. */
export interface PromptHints {
  /** Hues in degrees (OKLCH) in the order of the words that name them. */
  readonly hues: ReadonlyArray<number>
  /** A factor on how colourful the picture is: 1 unless a word greys it. */
  readonly vividness: number
  readonly mood?: Mood
  readonly motif?: Motif
}

type Meaning = Readonly<{ hue?: number; vividness?: number; mood?: Mood; motif?: Motif }>

const meanings: ReadonlyArray<readonly [meaning: Meaning, words: string]> = [
  [{ hue: 25 }, "red crimson scarlet ruby rose blood fire lava cherry strawberry love heart"],
  [{ hue: 55 }, "orange amber copper peach apricot autumn fall pumpkin fox tiger rust"],
  [{ hue: 88 }, "gold golden yellow honey lemon sun sunny sunshine wheat straw summer"],
  [{ hue: 140 }, "green emerald lime olive grass leaf leaves spring garden frog moss"],
  [{ hue: 190 }, "teal turquoise cyan aqua mint jade"],
  [{ hue: 250 }, "blue azure cobalt sapphire navy sky rain water whale"],
  [{ hue: 285 }, "indigo ultramarine galaxy cosmic space universe nebula"],
  [{ hue: 310 }, "purple violet lavender lilac amethyst plum magic dream"],
  [{ hue: 355 }, "pink magenta fuchsia blossom flamingo candy"],
  [{ hue: 60, vividness: 0.55 }, "brown beige coffee wood chocolate sepia bear"],
  [{ vividness: 0.15 }, "grey gray monochrome silver steel concrete"],
  [{ vividness: 0.45 }, "fog foggy mist misty pale faded calm quiet"],
  [{ vividness: 1.3 }, "vivid bright neon colorful colourful vibrant"],
  [{ mood: "night" }, "night moon moonlight star stars starry midnight dark black nocturnal galaxy space"],
  [{ mood: "dusk" }, "sunset dusk evening twilight sunrise dawn romantic"],
  [{ mood: "day" }, "day daylight morning noon white snow snowy winter summer spring sunny bright"],
  [{ motif: "sea" }, "sea ocean water wave waves beach lake ship boat sail harbor harbour island whale fish coast"],
  [{ motif: "peaks" }, "mountain mountains peak peaks alps alpine summit snow snowy winter rock rocks cliff"],
  [{ motif: "hills" }, "hill hills valley meadow field fields landscape countryside farm vineyard"],
  [{ motif: "dunes" }, "desert dune dunes sand sahara camel"],
  [{ motif: "forest" }, "forest tree trees wood woods pine pines jungle fox bear deer wolf owl"],
  [{ motif: "city" }, "city town street skyline tower towers building buildings house office urban"],
  [{ motif: "orbs" }, "abstract circle circles bubble bubbles balloon balloons planet planets music shapes logo"],
  [{ hue: 250 }, "sea ocean lake snow snowy winter ice"],
  [{ hue: 150 }, "forest jungle meadow"],
  [{ hue: 70 }, "desert dune dunes sand"],
  [{ hue: 20 }, "sunset sunrise dawn"]
]

const byWord: ReadonlyMap<string, Meaning> = meanings.reduce(
  (known, [meaning, words]) =>
    words.split(" ").reduce((all, word) => all.set(word, { ...meaning, ...all.get(word) }), known),
  new Map<string, Meaning>()
)

/** Reads the colour, light and subject words of a prompt; English words, in any case, the first of a kind decides. */
export const promptHints = (prompt: string): PromptHints => {
  const found = (prompt.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => byWord.get(word) ?? [])
  const mood = found.find((meaning) => meaning.mood !== undefined)?.mood
  const motif = found.find((meaning) => meaning.motif !== undefined)?.motif
  return {
    hues: found.flatMap((meaning) => meaning.hue ?? []),
    vividness: found.find((meaning) => meaning.vividness !== undefined)?.vividness ?? 1,
    ...(mood === undefined ? {} : { mood }),
    ...(motif === undefined ? {} : { motif })
  }
}
