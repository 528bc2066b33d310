// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Registry} from "./Registry.sol";
import {Resolver} from "./Resolver.sol";

/// Lets an account claim a name (ENSIP-3). The contract does not verify the claim; readers must.
contract ReverseRegistrar {
    event ReverseClaimed(address indexed account, bytes32 indexed node);

    Registry private immutable _registry;
    Resolver public immutable defaultResolver;
    bytes32 private immutable _node;

    constructor(Registry registry, Resolver resolver, bytes32 node_) {
        _registry = registry;
        defaultResolver = resolver;
        _node = node_;
    }

    function node(address account) public view returns (bytes32) {
        return keccak256(abi.encodePacked(_node, _labelHash(account)));
    }

    function setName(string calldata name) external returns (bytes32 claimed) {
        claimed = node(msg.sender);
        _registry.setSubnodeRecord(_node, _labelHash(msg.sender), address(this), address(defaultResolver), 0);
        defaultResolver.setName(claimed, name);
        _registry.setOwner(claimed, msg.sender);
        emit ReverseClaimed(msg.sender, claimed);
    }

    /// The label is the address in lower-case hexadecimal digits without `0x`.
    function _labelHash(address account) private pure returns (bytes32) {
        bytes memory digits = bytes(Strings.toHexString(account));
        bytes memory label = new bytes(40);
        for (uint256 i = 0; i < 40; i++) label[i] = digits[i + 2];
        return keccak256(label);
    }
}
