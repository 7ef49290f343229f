/** A network that fails on purpose: a proxy in front of an HTTP server, and the plan of its faults. */
package io.mintmark.testkit.fault;
