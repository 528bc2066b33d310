import { css } from '../../styles/css.js'

// The frame lies over this area, to the dialog's edges. The dialog is a little higher here than elsewhere, so that the
// frame gets its 600 px (spec §4 of the facts: 360 × 600).
export default css`
  .dialog:has(.surface) {
    max-block-size: min(656px, 100dvh - 48px);
  }
  .surface {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 12px;
    block-size: min(600px, 100dvh - 104px);
    margin: -4px -16px -16px;
    color: var(--muted);
    font-size: var(--size-s);
  }
  .surface button {
    padding: 8px 16px;
    border-radius: var(--radius-control);
  }
  .scroller[data-overflows='true']:has(.surface) {
    overflow: hidden;
    mask-image: none;
  }
  @media (max-width: 430px) {
    .overlay:not([data-embedded='true']) .dialog:has(.surface) {
      max-block-size: calc(100dvh - 32px);
    }
    .overlay:not([data-embedded='true']) .surface {
      block-size: min(600px, 100dvh - 104px);
    }
  }
`
