import { modalWidth } from '../../protocol/constants.js'
import { css } from '../styles/css.js'
import { backdropDuration, headerTextDuration, heightDuration, viewDuration } from '../styles/timings.js'

// The mask fades the edges of a view that scrolls. The view's content begins below the fade, so that it covers nothing at first.
export default css`
  .overlay {
    position: fixed;
    inset: 0;
    z-index: var(--z-index);
    display: flex;
    align-items: center;
    justify-content: center;
    padding: 24px 16px;
    background: rgb(8 10 16 / 60%);
    animation: overlay-in ${backdropDuration}ms;
  }
  .overlay[data-embedded='true'] {
    position: static;
    padding: 0;
    background: none;
    animation: none;
  }
  .dialog {
    position: relative;
    display: flex;
    flex-direction: column;
    inline-size: 100%;
    max-inline-size: ${modalWidth}px;
    max-block-size: min(640px, 100dvh - 48px);
    border-radius: var(--radius-modal);
    background: var(--surface);
    box-shadow: var(--shadow);
    overflow: hidden;
    outline: none;
    animation: dialog-in ${viewDuration}ms cubic-bezier(0.2, 0.8, 0.3, 1);
  }
  .overlay[data-embedded='true'] .dialog {
    max-inline-size: 400px;
    max-block-size: none;
    box-shadow: none;
    border: 1px solid var(--line);
    animation: none;
  }
  .dialog[data-shaking='true'] {
    animation: dialog-shake 500ms;
  }
  .header {
    flex: none;
    display: grid;
    grid-template-columns: minmax(44px, 1fr) auto minmax(44px, 1fr);
    align-items: center;
    block-size: 56px;
    padding-inline: 8px;
  }
  .header > :last-child {
    justify-self: end;
  }
  .header-title {
    max-inline-size: 216px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--size-m);
    font-weight: 600;
    text-align: center;
    animation: fade-in ${headerTextDuration}ms;
  }
  .header-network {
    justify-self: start;
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 6px;
    border-radius: var(--radius-control);
    color: var(--muted);
  }
  .header-network:hover {
    background: var(--raised);
  }
  .open-request {
    flex: none;
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    margin: 0 16px 8px;
    padding: 6px 12px;
    border-radius: var(--radius-control);
    background: var(--raised);
    color: var(--text);
    font-size: var(--size-s);
    text-align: start;
  }
  .open-request > span {
    flex: 1;
  }
  .grabber {
    display: none;
  }
  .stage {
    flex: 0 1 auto;
    min-block-size: 0;
    overflow: hidden;
    transition: block-size ${heightDuration}ms ease-out;
  }
  .scroller {
    max-block-size: inherit;
    block-size: 100%;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .scroller[data-overflows='true'] {
    mask-image: linear-gradient(to bottom, transparent 0, #000 10px, #000 calc(100% - 16px), transparent 100%);
  }
  .view {
    padding: 4px 16px 16px;
    animation: view-forward ${viewDuration}ms ease-out;
  }
  .view[data-direction='back'] {
    animation-name: view-back;
  }
  .view[data-direction='none'] {
    animation: none;
  }
  .scroller[data-overflows='true'] .view {
    padding-block-start: 10px;
  }
  .view-loading {
    display: grid;
    place-items: center;
    block-size: 240px;
    color: var(--muted);
  }
  :dir(rtl) .view,
  .view:dir(rtl) {
    animation-name: view-back;
  }
  .view[data-direction='back']:dir(rtl) {
    animation-name: view-forward;
  }
  @keyframes overlay-in {
    from {
      background-color: transparent;
    }
  }
  @keyframes dialog-in {
    from {
      opacity: 0;
      transform: translateY(8px);
    }
  }
  @keyframes dialog-shake {
    15%,
    75% {
      transform: translateX(-5px);
    }
    35%,
    90% {
      transform: translateX(5px);
    }
    55% {
      transform: translateX(-3px);
    }
  }
  @keyframes fade-in {
    from {
      opacity: 0;
    }
  }
  @keyframes view-forward {
    from {
      opacity: 0;
      transform: translateX(10px);
    }
  }
  @keyframes view-back {
    from {
      opacity: 0;
      transform: translateX(-10px);
    }
  }
  @media (max-width: 430px) {
    .overlay:not([data-embedded='true']) {
      align-items: flex-end;
      padding: 0;
    }
    .overlay:not([data-embedded='true']) .dialog {
      max-inline-size: none;
      max-block-size: calc(100dvh - 32px);
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-block-end: env(safe-area-inset-bottom);
      animation-name: sheet-in;
    }
    .overlay:not([data-embedded='true']) .dialog[data-shaking='true'] {
      animation-name: dialog-shake;
    }
    .overlay:not([data-embedded='true']) .grabber {
      display: block;
      flex: none;
      inline-size: 100%;
      block-size: 20px;
      margin-block-end: -8px;
      touch-action: none;
    }
    .grabber::before {
      content: '';
      display: block;
      inline-size: 36px;
      block-size: 4px;
      margin: 8px auto 0;
      border-radius: 2px;
      background: color-mix(in srgb, var(--text) 18%, transparent);
    }
    @keyframes sheet-in {
      from {
        transform: translateY(50px);
        opacity: 0;
      }
    }
  }
  @media (min-width: 431px) and (max-height: 700px) {
    .overlay:not([data-embedded='true']) {
      align-items: flex-start;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    /* Views fade instead of sliding, also on a phone. */
    .dialog,
    .view {
      animation-name: fade-in !important;
    }
    .dialog[data-shaking='true'] {
      outline: 2px solid var(--danger);
    }
    .stage {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .dialog {
      border: 2px solid CanvasText;
    }
  }
`
