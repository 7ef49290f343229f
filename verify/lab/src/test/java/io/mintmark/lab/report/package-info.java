/** The instruments are tested, so that a figure can be believed. */
@NullMarked
package io.mintmark.lab.report;

import org.jspecify.annotations.NullMarked;
