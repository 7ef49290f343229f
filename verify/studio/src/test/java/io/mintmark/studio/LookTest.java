package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Which differences of two pictures count. */
class LookTest {
    private static Look drawn(int x, int y, Consumer<Graphics2D> more) throws IOException {
        BufferedImage page = new BufferedImage(600, 400, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = page.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 600, 400);
        graphics.setColor(Color.DARK_GRAY);
        for (int line = 0; line < 12; line++) {
            graphics.fillRect(20 + x, 20 + y + 30 * line, 300 + 10 * line, 12);
        }
        more.accept(graphics);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(page, "png", png);
        return Look.ofPicture(png.toByteArray());
    }

    @Test
    void shouldTakeWhatIsALittleElsewhereForTheSame() throws IOException {
        Look page = drawn(0, 0, any -> {});

        assertThat(page.isLike(drawn(0, 0, any -> {}))).isTrue();
        assertThat(page.isLike(drawn(2, 1, any -> {}))).isTrue();
        assertThat(Look.ofKept(page.kept()).isLike(page)).isTrue();
    }

    @Test
    void shouldSeeWhatIsMissingMovedOrOfAnotherColour() throws IOException {
        Look page = drawn(0, 0, any -> {});

        assertThat(page.isLike(drawn(0, 20, any -> {}))).isFalse();
        assertThat(page.isLike(drawn(0, 0, graphics -> graphics.fillRect(450, 100, 90, 40))))
                .isFalse();
        assertThat(page.isLike(drawn(0, 0, graphics -> {
                    graphics.setColor(Color.WHITE);
                    graphics.fillRect(0, 40, 600, 40);
                })))
                .isFalse();
        assertThat(page.isLike(drawn(0, 0, graphics -> {
                    graphics.setXORMode(Color.WHITE);
                    graphics.fillRect(0, 0, 600, 400);
                })))
                .isFalse();
    }
}
