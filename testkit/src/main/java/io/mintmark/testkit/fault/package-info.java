/** A network that fails on purpose: a proxy in front of an HTTP server, and the plan by which it breaks what passes. */
package io.mintmark.testkit.fault;
