/** One step forward in long work. `total` is null while it is not known. */
export type Progress = { done: number; total: number | null; message: string }

export type ReportProgress = (progress: Progress) => void

export const silent: ReportProgress = () => {}
