import { z } from 'zod'
import { pageLabelSources } from '../model/page-label.ts'

/** The same output field in every tool that returns printed page numbers. */
export const pageLabelSource = z
  .enum(pageLabelSources)
  .describe('Where they come from: the file, numbers on the pages, the page range of the reference, a user')
