import type * as AssetLibraryEngine from "./AssetLibraryEngine.js"
import type * as ImageGeneratorEngine from "./ImageGeneratorEngine.js"
import type * as TranscriberEngine from "./TranscriberEngine.js"

/** The options of all engines. Each may be left out, and has its default where its engine documents it. */
export interface EngineOptions
  extends TranscriberEngine.Options,
    ImageGeneratorEngine.Options,
    AssetLibraryEngine.Options {}
