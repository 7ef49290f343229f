package io.mintmark.studio;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * How a page looks from afar: a fifth of its width and height, in sixteen greys. Two browsers that draw letters a little
 * differently show the same; a line, a button or a column that is missing shows. Immutable.
 */
final class Look {
    private static final int SMALLER = 5;
    private static final int GREYS = 16;

    /** Greys that letters may differ by. */
    private static final int GREYS_APART = 3;

    /** The part of all dots that may differ by more, also beside their place. */
    private static final double DIFFERENT_MAX = 0.01;

    private final int width;
    private final int height;
    private final byte[] greys;

    private Look(int width, int height, byte[] greys) {
        this.width = width;
        this.height = height;
        this.greys = greys;
    }

    /** Returns the look of a picture as a browser gives it. */
    static Look ofPicture(byte[] png) {
        BufferedImage whole = read(png);
        int width = whole.getWidth() / SMALLER;
        int height = whole.getHeight() / SMALLER;
        BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = small.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(averaged(whole), 0, 0, width, height, null);
        graphics.dispose();
        byte[] greys = new byte[width * height];
        for (int i = 0; i < greys.length; i++) {
            greys[i] = (byte) (small.getRaster().getSample(i % width, i / width, 0) * GREYS / 256);
        }
        return new Look(width, height, greys);
    }

    /** Each dot is the mean of those that it stands for; drawing alone would take one of them. */
    private static BufferedImage averaged(BufferedImage whole) {
        int width = whole.getWidth() / SMALLER;
        int height = whole.getHeight() / SMALLER;
        BufferedImage means = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            means.setRGB(i % width, i / width, mean(whole, i % width * SMALLER, i / width * SMALLER));
        }
        return means;
    }

    private static int mean(BufferedImage whole, int left, int top) {
        int[] sums = new int[3];
        for (int i = 0; i < SMALLER * SMALLER; i++) {
            int colour = whole.getRGB(left + i % SMALLER, top + i / SMALLER);
            for (int part = 0; part < 3; part++) {
                sums[part] += colour >> 8 * part & 0xff;
            }
        }
        int count = SMALLER * SMALLER;
        return sums[2] / count << 16 | sums[1] / count << 8 | sums[0] / count;
    }

    /** Returns the look that was kept as a picture. */
    static Look ofKept(byte[] png) {
        BufferedImage kept = read(png);
        Raster raster = kept.getRaster();
        byte[] greys = new byte[kept.getWidth() * kept.getHeight()];
        for (int i = 0; i < greys.length; i++) {
            greys[i] = (byte) raster.getSample(i % kept.getWidth(), i / kept.getWidth(), 0);
        }
        return new Look(kept.getWidth(), kept.getHeight(), greys);
    }

    private static BufferedImage read(byte[] png) {
        try {
            return ImageIO.read(new ByteArrayInputStream(png));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the picture to keep. */
    byte[] kept() {
        byte[] ramp = new byte[GREYS];
        for (int i = 0; i < GREYS; i++) {
            ramp[i] = (byte) (i * 255 / (GREYS - 1));
        }
        IndexColorModel colours = new IndexColorModel(4, GREYS, ramp, ramp, ramp);
        BufferedImage kept = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_BINARY, colours);
        for (int i = 0; i < greys.length; i++) {
            kept.getRaster().setSample(i % width, i / width, 0, greys[i]);
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(kept, "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return png.toByteArray();
    }

    /** Returns whether somebody would see a difference from afar. */
    boolean isLike(Look other) {
        if (width != other.width || height != other.height) {
            return false;
        }
        long different = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                different += isNear(other, x, y) && other.isNear(this, x, y) ? 0 : 1;
            }
        }
        return different <= DIFFERENT_MAX * width * height;
    }

    /** Returns whether this has, at a place or beside it, about what the other one has there. */
    private boolean isNear(Look other, int x, int y) {
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                boolean isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
                if (isInside && Math.abs(at(x + dx, y + dy) - other.at(x, y)) <= GREYS_APART) {
                    return true;
                }
            }
        }
        return false;
    }

    private int at(int x, int y) {
        return greys[y * width + x];
    }
}
