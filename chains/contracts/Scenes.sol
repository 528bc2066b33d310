// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {drawScene} from "./drawScene.sol";

/// Collectibles whose names, texts and pictures are stored on the chain, in `data:` URLs. Anybody may mint.
contract Scenes is ERC721 {
    using Strings for uint256;

    string private _title;
    string private _description;
    uint256 public totalSupply;

    constructor(string memory name_, string memory symbol_, string memory title, string memory description)
        ERC721(name_, symbol_)
    {
        _title = title;
        _description = description;
    }

    /// Mints the next collectible; the ids start at 1.
    function mint(address to) external returns (uint256 id) {
        id = ++totalSupply;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        string memory json = string.concat(
            '{"name":"',
            _title,
            " #",
            id.toString(),
            '","description":"',
            _description,
            '","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(drawScene(uint256(keccak256(abi.encode(_title, id)))))),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}
