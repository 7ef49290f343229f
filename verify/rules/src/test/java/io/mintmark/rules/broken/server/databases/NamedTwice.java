package io.mintmark.rules.broken.server.databases;

/** Has a name that another type of the server has. */
final class NamedTwice {}
