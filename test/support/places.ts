/** A place in a JSON value: its path as errors write it, the value there, and the JSON with another value there. */
export interface Place {
  readonly path: string
  readonly value: unknown
  /** The JSON with this value in the place; undefined takes it out. */
  readonly with: (value: unknown) => unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every place in a JSON value, the whole first; of a list only the first element. */
export const places = (whole: unknown): ReadonlyArray<Place> =>
  below({ path: "", value: whole, with: (value) => value })

const below = (place: Place): ReadonlyArray<Place> => {
  const { path, value } = place
  if (Array.isArray(value)) {
    const [first, ...rest] = value
    return [place, ...below({ path: `${path}[0]`, value: first, with: (other) => place.with([other, ...rest]) })]
  }
  if (!isRecord(value)) return [place]
  const fields = Object.keys(value).map((name) => ({
    path: path === "" ? name : `${path}.${name}`,
    value: value[name],
    with: (other: unknown) => {
      const { [name]: _, ...rest } = value
      return place.with(other === undefined ? rest : { ...rest, [name]: other })
    }
  }))
  return [place, ...fields.flatMap(below)]
}

/** The places that hold objects. */
export const objects = (whole: unknown): ReadonlyArray<Place> => places(whole).filter(({ value }) => isRecord(value))

/** The places that are fields of objects. */
export const fields = (whole: unknown): ReadonlyArray<Place> =>
  places(whole).filter(({ path }) => path !== "" && !path.endsWith("]"))
