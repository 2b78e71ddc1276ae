/** Starts a workflow by itself, though its type is not called a trigger. */
const starters = ['webhook', 'cron', 'interval', 'emailReadImap', 'formTrigger']

/** Starts one only when a person presses the button. */
const manual = ['manualTrigger', 'manualChatTrigger', 'start']

/** Whether a node can begin a run at all. */
export function isTrigger(type: string): boolean {
  return startsByItself(type) || manual.includes(kindOf(type))
}

/** Whether a node begins runs without anyone at the editor: what n8n demands of an active workflow. */
export function startsByItself(type: string): boolean {
  const kind = kindOf(type)
  return !manual.includes(kind) && (kind.endsWith('Trigger') || starters.includes(kind))
}

export function isWebhook(type: string): boolean {
  return kindOf(type) === 'webhook'
}

/** Whether n8n gives a node an address of its own, made of an id that it must have. */
export function hasAddress(type: string): boolean {
  return ['webhook', 'formTrigger', 'chatTrigger', 'mcpTrigger'].includes(kindOf(type))
}

/** Notes on the canvas take no part in a run. */
export function isNote(type: string): boolean {
  return kindOf(type) === 'stickyNote'
}

/** `n8n-nodes-base.webhook` is a `webhook`, whichever package it comes from. */
function kindOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1)
}
