/** Types that start a workflow without a person, although most are not called triggers. */
const starters = ['webhook', 'cron', 'interval', 'emailReadImap', 'formTrigger']

/** Types that start a workflow only when a person presses the button. */
const manual = ['manualTrigger', 'manualChatTrigger', 'start']

/** Whether a node can start a run. */
export function isTrigger(type: string): boolean {
  return startsByItself(type) || manual.includes(kindOf(type))
}

/** Whether a node starts runs without a person; an active workflow must have one. */
export function startsByItself(type: string): boolean {
  const kind = kindOf(type)
  return !manual.includes(kind) && (kind.endsWith('Trigger') || starters.includes(kind))
}

/** Types that n8n starts but does not count as triggers. */
const uncounted = ['chatTrigger', 'errorTrigger', 'evaluationTrigger', 'executeWorkflowTrigger']

/** Whether n8n includes a node in the number of started triggers. */
export function isCounted(type: string): boolean {
  return startsByItself(type) && !uncounted.includes(kindOf(type))
}

/** Types that start without anything outside n8n. */
const selfContained = ['cron', 'formTrigger', 'interval', 'mcpTrigger', 'scheduleTrigger', 'webhook']

/** Whether a trigger can fail to start for external reasons, such as a feed that is down or a wrong credential. */
export function dependsOnOthers(type: string): boolean {
  return isCounted(type) && !selfContained.includes(kindOf(type))
}

export function isWebhook(type: string): boolean {
  return kindOf(type) === 'webhook'
}

/** Whether n8n gives a node its own address, which requires a webhookId. */
export function hasAddress(type: string): boolean {
  return ['webhook', 'formTrigger', 'chatTrigger', 'mcpTrigger'].includes(kindOf(type))
}

/** Whether a node is a note on the canvas, which never runs. */
export function isNote(type: string): boolean {
  return kindOf(type) === 'stickyNote'
}

/** Returns the type without its package: `n8n-nodes-base.webhook` → `webhook`. */
function kindOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1)
}
