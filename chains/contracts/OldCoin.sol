// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A token from before the standard was settled, as some of the largest are: `transfer`, `transferFrom` and `approve`
/// return nothing, and an allowance must go to zero before it goes to another value.
contract OldCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 units) external {
        totalSupply += units;
        balanceOf[to] += units;
        emit Transfer(address(0), to, units);
    }

    function approve(address spender, uint256 units) external {
        require(units == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = units;
        emit Approval(msg.sender, spender, units);
    }

    function transfer(address to, uint256 units) external {
        _move(msg.sender, to, units);
    }

    function transferFrom(address from, address to, uint256 units) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - units;
        _move(from, to, units);
    }

    function _move(address from, address to, uint256 units) private {
        balanceOf[from] -= units;
        balanceOf[to] += units;
        emit Transfer(from, to, units);
    }
}
