import { css } from '../../styles/css.js'

export default css`
  .ring {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 104px;
    block-size: 104px;
    margin-inline: auto;
  }
  .ring-track {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    fill: none;
    stroke-width: 3;
  }
  .ring-track rect {
    stroke: var(--line);
    transition: stroke 150ms;
  }
  .ring-track .ring-run {
    stroke: transparent;
    stroke-linecap: round;
    stroke-dasharray: 25 75;
  }
  .ring[data-state='waiting'] .ring-run {
    stroke: var(--accent);
    animation: ring-run 1.4s linear infinite;
  }
  .ring[data-state='error'] rect:first-child {
    stroke: var(--danger);
  }
  .ring[data-state='success'] rect:first-child {
    stroke: var(--success);
  }
  .ring[data-state='error'] {
    animation: ring-shake 320ms;
  }
  .ring-badge {
    position: absolute;
    inset-block-end: 4px;
    inset-inline-end: 4px;
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: var(--radius-full);
    border: 3px solid var(--surface);
    background: var(--danger);
    color: #fff;
  }
  @keyframes ring-run {
    to {
      stroke-dashoffset: -100;
    }
  }
  @keyframes ring-shake {
    25% {
      transform: translateX(-4px);
    }
    50% {
      transform: translateX(3px);
    }
    75% {
      transform: translateX(-2px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .ring[data-state='waiting'] .ring-run {
      animation: ring-breathe 2s ease-in-out infinite;
    }
    .ring[data-state='error'] {
      animation: none;
    }
    @keyframes ring-breathe {
      50% {
        opacity: 0.3;
      }
    }
  }
`
