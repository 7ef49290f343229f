package io.mintmark.studio;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** A picture of a page with the 64 colours that it has most of: a third of its bytes, and the same to the eye. */
final class SmallPicture {
    private static final int COLOURS = 64;

    private SmallPicture() {}

    static byte[] of(byte[] png) throws IOException {
        BufferedImage whole = ImageIO.read(new ByteArrayInputStream(png));
        int width = whole.getWidth();
        int[] dots = whole.getRGB(0, 0, width, whole.getHeight(), null, 0, width);
        List<Integer> colours = colours(dots);
        Map<Integer, Integer> places = IntStream.of(dots)
                .distinct()
                .boxed()
                .collect(Collectors.toMap(Function.identity(), dot -> nearest(colours, dot)));
        int[] all = colours.stream().mapToInt(Integer::intValue).toArray();
        IndexColorModel model = new IndexColorModel(8, all.length, all, 0, false, -1, 0);
        BufferedImage small = new BufferedImage(width, whole.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        for (int i = 0; i < dots.length; i++) {
            small.getRaster().setSample(i % width, i / width, 0, places.getOrDefault(dots[i], 0));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean ignored = ImageIO.write(small, "png", bytes);
        return bytes.toByteArray();
    }

    private static List<Integer> colours(int[] dots) {
        Map<Integer, Long> counts =
                IntStream.of(dots).boxed().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int nearest(List<Integer> colours, int dot) {
        return IntStream.range(0, colours.size())
                .boxed()
                .min(Comparator.comparingInt(place -> distance(new Color(colours.get(place)), new Color(dot))))
                .orElse(0);
    }

    private static int distance(Color one, Color other) {
        int red = one.getRed() - other.getRed();
        int green = one.getGreen() - other.getGreen();
        int blue = one.getBlue() - other.getBlue();
        return red * red + green * green + blue * blue;
    }
}
