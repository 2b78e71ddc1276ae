export { type AudioOptions, audioConverter, type Transcription } from './audio.ts'
