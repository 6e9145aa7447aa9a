// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A token with the habits of Tether's: no answer from transfer, a fee that can be switched on, a pause, a list of blocked holders.
contract TetherLike {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public owner = msg.sender;
    uint256 public feeBps;
    bool public paused;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public blocked;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    function issue(uint256 amount) external onlyOwner {
        balanceOf[owner] += amount;
    }

    function setFee(uint256 bps) external onlyOwner {
        feeBps = bps;
    }

    function setPaused(bool value) external onlyOwner {
        paused = value;
    }

    function setBlocked(address holder, bool value) external onlyOwner {
        blocked[holder] = value;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    /// Needs no allowance for nothing, which address poisoners use.
    function transferFrom(address from, address to, uint256 value) external {
        require(value == 0 || msg.sender == from);
        move(from, to, value);
    }

    function move(address from, address to, uint256 value) private {
        require(!paused && !blocked[from]);
        uint256 fee = value * feeBps / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
        emit Transfer(from, to, value - fee);
    }
}

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Sends coins and tokens on, and fails in the ways that contracts fail.
contract Splitter {
    event Transfer(address indexed from, address indexed to, uint256 value);

    receive() external payable {}

    function sendEach(address payable[] calldata to, uint256 each) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool ok, ) = to[i].call{value: each}("");
            require(ok);
        }
    }

    function sendTokens(Token token, address[] calldata to, uint256 each) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], each);
    }

    /// The payment inside is undone, the transaction around it succeeds.
    function sendAndUndo(address payable to) external payable {
        try this.sendThenFail{value: msg.value}(to) {} catch {}
    }

    function sendThenFail(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok);
        revert("undone");
    }

    /// The payment inside succeeds, the transaction around it fails.
    function sendAndFail(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok && false);
    }

    /// The code of another contract runs in the place of this one: one payment, two frames that name its value.
    function sendByDelegate(Splitter code, address payable[] calldata to, uint256 each) external payable {
        (bool ok, ) = address(code).delegatecall(abi.encodeCall(Splitter.sendEach, (to, each)));
        require(ok);
    }

    /// A log like that of a token, from a contract that is none of ours.
    function pretend(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}
