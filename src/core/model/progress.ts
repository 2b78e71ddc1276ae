/**
 * One step forward in long work. `total` is null while it is not known. `part` is how far the steps under way are, all
 * together, in steps. `message` is complete by itself: surfaces show it as it is.
 */
export type Progress = { done: number; total: number | null; part?: number; message: string }

export type ReportProgress = (progress: Progress) => void

export const silent: ReportProgress = () => {}
