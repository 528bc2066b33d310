// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {SmartAccount} from "./SmartAccount.sol";

/// Deploys accounts at predictable addresses (CREATE2), so that they can sign before they are deployed (ERC-6492).
contract SmartAccountFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new SmartAccount{salt: salt}(owner));
    }
}
