#!/usr/bin/env node
import { version } from "./version.js"

// Answered before anything else is loaded.
if (process.argv.length === 3 && process.argv[2] === "--version") console.log(version)
else await import("./main.js")
