import { render } from 'preact'
import { App } from './app.tsx'
import { applyTheme } from './state/theme.ts'

applyTheme()
const place = document.getElementById('page')
if (place !== null) render(<App />, place)
