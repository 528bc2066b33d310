import { css } from '../../styles/css.js'

export default css`
  .pairing {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .pairing-hint {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
  }
  .pairing [role='tabpanel'] {
    display: contents;
  }
  .pairing-trouble {
    display: flex;
    gap: 8px;
    padding: 10px 12px;
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--warning) 14%, var(--surface));
    font-size: var(--size-s);
  }
  .pairing-trouble svg {
    flex: none;
    color: var(--warning);
  }
`
