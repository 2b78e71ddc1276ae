import type { Locator, Page } from 'playwright-core'

/** A rectangle in pixels of a picture. */
export type PixelBox = { left: number; top: number; right: number; bottom: number }

export type PixelCount = {
  /** Share of the pixels inside the boxes that have the colour of marks or are letters on it. */
  markedInside: number
  /** Pixels outside all boxes that have the colour of marks. */
  markedOutside: number
  /** Dark pixels inside each box: the letters of its line. */
  letters: number[]
}

/** Counts marked pixels of an element as a person sees it, inside and outside some boxes. */
export async function countMarks(
  page: Page,
  element: Locator,
  boxes: readonly PixelBox[],
): Promise<PixelCount> {
  const picture = (await element.screenshot({ animations: 'disabled' })).toString('base64')
  // A window of its own: the policy of the page must not be loosened for the test.
  const other = await page.context().newPage()
  try {
    return await other.evaluate(count, { picture, boxes })
  } finally {
    await other.close()
  }
}

async function count({ picture, boxes }: { picture: string; boxes: readonly PixelBox[] }) {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('no canvas')
  drawing.drawImage(image, 0, 0)
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
  const letters = boxes.map(() => 0)
  let [inside, markedInside, markedOutside] = [0, 0, 0]
  // Rounding of rectangles to pixels.
  const slack = 2
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const at = (y * canvas.width + x) * 4
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
      const isMarked = red > 90 && red - blue > 40 && green - blue > 20
      const isDark = red < 110 && green < 110 && blue < 110
      const within = (by: number) =>
        boxes.findIndex(
          ({ left, top, right, bottom }) =>
            x >= left - by && x < right + by && y >= top - by && y < bottom + by,
        )
      const box = within(-slack)
      if (box >= 0) {
        inside += 1
        if (isMarked || isDark) markedInside += 1
        if (isDark) letters[box] = (letters[box] ?? 0) + 1
      } else if (isMarked && within(slack) < 0) markedOutside += 1
    }
  return { markedInside: markedInside / Math.max(1, inside), markedOutside, letters }
}
