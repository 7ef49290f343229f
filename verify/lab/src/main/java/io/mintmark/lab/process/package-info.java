/**
 * Servers as processes of their own: where their data lies, how they are started, what they use of the machine, and
 * how long a cold start takes. One of them is the shipped front over an engine that stores nothing.
 */
@NullMarked
package io.mintmark.lab.process;

import org.jspecify.annotations.NullMarked;
