import MiniSearch from "minisearch"
import { isStopWord } from "../words/stopWords.js"
import { terms } from "../words/terms.js"

/**
 * How relevant each document is to a query, in their order: the BM25+ score of `minisearch` over whole words, from 0 up,
 * mapped onto 0 to 1. A document without a word of the query has 0.
 */
export const relevance = (query: string, documents: ReadonlyArray<string>): ReadonlyArray<number> => {
  const index = new MiniSearch<{ readonly id: number; readonly text: string }>({
    fields: ["text"],
    tokenize: terms,
    processTerm: (term) => term,
    searchOptions: { combineWith: "OR", tokenize: telling }
  })
  index.addAll(documents.map((text, id) => ({ id, text })))
  const scores = new Map<unknown, number>(index.search(query).map(({ id, score }) => [id, score]))
  return documents.map((_, id) => {
    const score = scores.get(id) ?? 0
    return score / (1 + score)
  })
}

/** The terms of a query without its stop words, unless it has no others. */
const telling = (query: string): Array<string> => {
  const all = terms(query)
  const told = all.filter((term) => !isStopWord(term))
  return told.length === 0 ? all : told
}
