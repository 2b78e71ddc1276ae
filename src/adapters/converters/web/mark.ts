/** Wraps a note to ourselves in text that goes through the Markdown writer. */
export const mark = { open: '\ue000', close: '\ue001' }
