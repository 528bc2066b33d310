import { css } from '../../styles/css.js'

export default css`
  .tile {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 6px;
    inline-size: 100%;
    block-size: 100%;
    padding: 8px 2px;
    border-radius: var(--radius);
    font-size: var(--size-xs);
    font-weight: 500;
    transition: background-color 120ms;
  }
  .tile:is(button):hover {
    background: var(--raised);
  }
  .tile:is(button):active {
    background: var(--pressed);
  }
  .tile-name {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 2px;
    max-inline-size: 100%;
  }
  .tile-name > span:first-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tile-badge {
    flex: none;
    display: grid;
    color: var(--accent);
  }
  .tile-empty {
    inline-size: 56px;
    block-size: 56px;
    border-radius: 16px;
    background: color-mix(in srgb, var(--text) 8%, transparent);
    animation: tile-wait 1.4s ease-in-out infinite;
  }
  .tile-empty + .tile-empty {
    inline-size: 44px;
    block-size: 12px;
    border-radius: 4px;
  }
  @keyframes tile-wait {
    50% {
      opacity: 0.45;
    }
  }
`
