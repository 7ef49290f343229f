/**
 * Runs the scripts of indexes in a process of their own. A script has no access to anything but what it is given, and
 * is stopped when it needs too much time or memory.
 */
@NullMarked
package io.mintmark.javascript;

import org.jspecify.annotations.NullMarked;
