/** Preloaded by tests: writes the URL of every module that a program loads to the file LOADED_MODULES. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env.LOADED_MODULES
if (file !== undefined)
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`)
      return next(url, context)
    },
  })
