/** Takes a stream of server-sent events apart: `onData` is told the data of each, whole. */
export function eventStream(onData: (data: string) => void): { add(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder()
  let open = ''
  const readLines = () => {
    const lines = open.split(/\r\n|\n|\r/)
    open = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  }
  // Every endpoint writes one line of data per event, so a line is an event.
  const readLine = (line: string) => {
    if (line.startsWith('data:')) onData(line.slice('data:'.length).trim())
  }
  return {
    add(bytes) {
      open += decoder.decode(bytes, { stream: true })
      readLines()
    },
    end() {
      open += decoder.decode()
      readLine(open)
      open = ''
    },
  }
}
