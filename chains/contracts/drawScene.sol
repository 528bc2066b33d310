// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

using Strings for uint256;

/// Draws a landscape as SVG: sky, sun and three ranges of hills. The seed determines their colours and positions.
function drawScene(uint256 seed) pure returns (string memory) {
    uint256 hue = seed % 360;
    return string.concat(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="',
        _colour(hue, 62, 38),
        '"/><stop offset="1" stop-color="',
        _colour(hue + 45, 85, 78),
        '"/></linearGradient></defs><rect width="320" height="320" fill="url(#s)"/><circle cx="',
        (70 + (seed >> 16) % 180).toString(),
        '" cy="',
        (80 + (seed >> 32) % 80).toString(),
        '" r="',
        (24 + (seed >> 48) % 28).toString(),
        '" fill="',
        _colour(hue + 60, 100, 90),
        '"/>',
        _hills(seed >> 64, 190, _colour(hue + 15, 40, 52)),
        _hills(seed >> 112, 225, _colour(hue + 5, 45, 36)),
        _hills(seed >> 160, 262, _colour(hue, 50, 20)),
        "</svg>"
    );
}

function _hills(uint256 seed, uint256 y, string memory colour) pure returns (string memory) {
    return string.concat(
        '<path d="M0 ',
        (y - seed % 40).toString(),
        "Q80 ",
        (y - 50 - (seed >> 8) % 40).toString(),
        " 160 ",
        (y - (seed >> 16) % 30).toString(),
        "T320 ",
        (y - (seed >> 24) % 40).toString(),
        'V320H0z" fill="',
        colour,
        '"/>'
    );
}

function _colour(uint256 hue, uint256 saturation, uint256 lightness) pure returns (string memory) {
    return string.concat(
        "hsl(", (hue % 360).toString(), ",", saturation.toString(), "%,", lightness.toString(), "%)"
    );
}
