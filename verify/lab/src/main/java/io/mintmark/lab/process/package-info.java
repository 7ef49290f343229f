/** Servers as processes of their own: where their data lies, how they are started, what they use of the machine. */
@NullMarked
package io.mintmark.lab.process;

import org.jspecify.annotations.NullMarked;
