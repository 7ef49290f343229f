/** The judge is tested, so that a case that was stood can be believed. */
@NullMarked
package io.mintmark.lab.hostile;

import org.jspecify.annotations.NullMarked;
