import type { ThemeMode } from 'latchkey'
import { useTheme } from 'latchkey/react'
import { useEffect } from 'react'
import { Card } from './Card.js'

const modes: readonly ThemeMode[] = ['auto', 'light', 'dark']
const accents = ['#2f63f5', '#0b7a75', '#c2410c', '#9333ea', '#111827']

export function ThemeCard() {
  const { themeMode, setThemeMode, themeVariables, setThemeVariables } = useTheme()
  // The page follows the kit's theme.
  useEffect(() => {
    document.documentElement.dataset.theme = themeMode
  }, [themeMode])
  return (
    <Card title="Make it yours">
      <div className="actions">
        {modes.map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === themeMode}
            onClick={() => setThemeMode(mode)}
          >
            {mode}
          </button>
        ))}
      </div>
      <fieldset className="swatches">
        <legend>Accent</legend>
        {accents.map((accent) => (
          <label key={accent} className="swatch">
            <input
              type="radio"
              name="accent"
              checked={themeVariables['--lk-accent'] === accent}
              onChange={() => setThemeVariables({ '--lk-accent': accent })}
            />
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <circle cx="10" cy="10" r="10" fill={accent} />
            </svg>
            <span className="sr">{accent}</span>
          </label>
        ))}
      </fieldset>
      <label className="field">
        Corner radius
        <input
          type="range"
          min="0"
          max="24"
          defaultValue="16"
          onChange={(event) => setThemeVariables({ '--lk-radius': `${event.target.value}px` })}
        />
      </label>
    </Card>
  )
}
