// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {drawScene} from "./drawScene.sol";

/// Collectibles with several copies of each (ERC-1155). Anybody may mint.
contract Badges is ERC1155 {
    using Strings for uint256;

    string public constant name = "Field Badges";
    string public constant symbol = "BADGE";

    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }

    function uri(uint256 id) public pure override returns (string memory) {
        string memory json = string.concat(
            '{"name":"Field Badge ',
            id.toString(),
            '","description":"For being there.","decimals":0,"image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(drawScene(uint256(keccak256(abi.encode("badge", id)))))),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}
