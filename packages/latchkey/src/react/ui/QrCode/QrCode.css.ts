import { css } from '../../styles/css.js'

export default css`
  .qr {
    position: relative;
    inline-size: 100%;
    max-inline-size: 296px;
    aspect-ratio: 1;
    margin-inline: auto;
    padding: 12px;
    border-radius: var(--radius-modal);
    /* Scanners expect dark on light, so the background stays light in the dark theme. */
    background: #ffffff;
    border: 1px solid var(--line);
    color: var(--qr);
    forced-color-adjust: none;
  }
  .qr svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    animation: qr-in 200ms;
  }
  .qr-logo {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
  }
  .qr-logo > * {
    box-shadow: 0 0 0 5px #ffffff;
  }
  .qr[data-state='pending']::before {
    content: '';
    position: absolute;
    inset: 12px;
    border-radius: calc(var(--radius-modal) - 12px);
    background:
      radial-gradient(circle at center, #d9dce3 1.6px, transparent 1.7px) 0 0 / 8px 8px;
    animation: qr-wait 1.4s ease-in-out infinite;
  }
  .qr[data-state='expired'] svg {
    opacity: 0.15;
  }
  @keyframes qr-wait {
    50% {
      opacity: 0.4;
    }
  }
  @keyframes qr-in {
    from {
      opacity: 0;
    }
  }
`
