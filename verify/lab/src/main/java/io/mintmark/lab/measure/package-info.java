/** Tools of several kinds of measurements: how much is measured, histograms, quantiles, progress. */
@NullMarked
package io.mintmark.lab.measure;

import org.jspecify.annotations.NullMarked;
