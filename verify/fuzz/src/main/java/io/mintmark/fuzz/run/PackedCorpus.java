package io.mintmark.fuzz.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What searches have found of a target, in one file: thousands of small ones, which are alike, would weigh ten times as
 * much. Each input is its length and its bytes, and gzip holds them all; {@code verify/fuzz/run --unpack} shows them.
 */
public final class PackedCorpus {
    private PackedCorpus() {}

    /** Returns the inputs in their order; none if there is no such file. */
    public static List<byte[]> read(Path packed) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        if (Files.exists(packed)) {
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(new GZIPInputStream(Files.newInputStream(packed))))) {
                for (int left = in.readInt(); left > 0; left--) {
                    inputs.add(in.readNBytes(in.readInt()));
                }
            }
        }
        return inputs;
    }

    /** Makes a file of each input in {@code folder}, under its number. */
    static void unpack(Path packed, Path folder) throws IOException {
        List<byte[]> inputs = read(packed);
        for (int number = 0; number < inputs.size(); number++) {
            Path ignored = Files.write(folder.resolve("packed-%05d".formatted(number)), inputs.get(number));
        }
    }

    /** Writes those inputs in the place of what was there. */
    static void write(Path packed, List<byte[]> inputs) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(packed))))) {
            out.writeInt(inputs.size());
            for (byte[] input : inputs) {
                out.writeInt(input.length);
                out.write(input);
            }
        }
    }
}
