import { z } from 'zod'
import { type ToolContext, toolMaker } from './define-tool.ts'
import type { Toolset } from './define-toolset.ts'
import type { ToolRow } from './tool-table.ts'

/** A prompt that a person chooses by name: a text for a language model, made from the arguments and stored data. */
export type PromptDeclaration<Services, Input extends z.ZodObject> = {
  /** snake_case; unique over all toolsets. */
  name: string
  title: string
  /** Shown to the person who chooses it from a menu. */
  description: string
  timeoutMs: number
  /** Arguments are always texts. A field without a default is required. */
  input: Input
  run(context: ToolContext<Services>, input: z.output<Input>): Promise<PromptMessages>
}

/** The messages to the model, in order, each with the role of the user. */
export type PromptMessages = readonly string[]

export type PromptArgument = { name: string; description: string; required: boolean }

/** A declared prompt: what a surface lists, and the row that `invoke` runs. */
export type Prompt<Services> = {
  name: string
  title: string
  description: string
  arguments: readonly PromptArgument[]
  rowIn(toolset: Toolset<Services>): ToolRow<Services>
  /** Returns the same prompt, run with the services of this feature. */
  of(feature: string): Prompt<Services>
}

/** Returns `definePrompt` for prompts that need these services. */
export function promptMaker<Services>() {
  return function definePrompt<Input extends z.ZodObject>(
    declaration: PromptDeclaration<Services, Input>,
  ): Prompt<Services> {
    const { name, title, description, timeoutMs, input } = declaration
    const tool = toolMaker<Services>()({
      name,
      title,
      description,
      access: 'read',
      timeoutMs,
      failures: [],
      input,
      output: z.object({ messages: z.array(z.string()) }),
      run: async (context, given) => ({ messages: [...(await declaration.run(context, given))] }),
    })
    const schema = { inputSchema: { type: 'object' as const }, outputSchema: { type: 'object' as const } }
    const prompt = (feature?: string): Prompt<Services> => ({
      name,
      title,
      description,
      arguments: Object.entries(input.shape).map(([field, schema]) => toArgument(field, schema)),
      rowIn: toolset => ({ tool: feature === undefined ? tool : { ...tool, feature }, toolset, ...schema }),
      of: prompt,
    })
    return prompt()
  }
}

function toArgument(name: string, schema: z.core.$ZodType): PromptArgument {
  const { description = '' } = z.globalRegistry.get(schema) ?? {}
  return { name, description, required: !z.safeParse(schema, undefined).success }
}
