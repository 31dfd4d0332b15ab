import * as HelpDoc from "@effect/cli/HelpDoc"

/** The description of a command in its help, with lines to be tried. */
export const helpOf = (description: string, examples: ReadonlyArray<string>): HelpDoc.HelpDoc =>
  HelpDoc.blocks([
    HelpDoc.p(description),
    HelpDoc.h1("EXAMPLES"),
    ...examples.map((example) => HelpDoc.p(`$ ${example}`))
  ])
