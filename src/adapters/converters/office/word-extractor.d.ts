declare module 'word-extractor' {
  type WordDocument = {
    getBody(): string
    getFootnotes(): string
    getEndnotes(): string
    getAnnotations(): string
    getTextboxes(options?: { includeHeadersAndFooters?: boolean }): string
  }
  export default class WordExtractor {
    extract(source: string | Buffer): Promise<WordDocument>
  }
}
