// SPDX-License-Identifier: Apache-2.0
// Prints the table of bkd/point_encoding_test.cc: values as bytes, by the real Lucene.
//   java -cp 'lucene-core-10.6.0.jar:lucene-sandbox-10.6.0.jar' PrintPointEncodings.java
import java.net.InetAddress;
import java.util.HexFormat;
import org.apache.lucene.document.*;

public class PrintPointEncodings {
  static void print(String call, IndexableFieldBytes field) throws Exception {
    System.out.println("    {" + call + ", \"" + HexFormat.of().formatHex(field.bytes()) + "\"},");
  }

  interface IndexableFieldBytes {
    byte[] bytes() throws Exception;
  }

  static byte[] of(Field field) {
    var ref = field.binaryValue();
    return java.util.Arrays.copyOfRange(ref.bytes, ref.offset, ref.offset + ref.length);
  }

  public static void main(String[] args) throws Exception {
    double[] doubles = {0.0, -0.0, 1.5, -1.5, Double.MIN_VALUE, -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, Double.longBitsToDouble(0xfff8000000000123L)};
    for (double v : doubles) {
      print("encode_double(from_bits(0x" + Long.toHexString(Double.doubleToRawLongBits(v)) + "))",
          () -> of(new DoublePoint("f", v)));
      float f = (float) v;
      print("encode_float(float_from_bits(0x" + Integer.toHexString(Float.floatToRawIntBits(f)) + "))",
          () -> of(new FloatPoint("f", f)));
    }
    print("encode_long(INT64_MIN)", () -> of(new LongPoint("f", Long.MIN_VALUE)));
    print("encode_long(-2)", () -> of(new LongPoint("f", -2)));
    print("encode_int(INT32_MAX)", () -> of(new IntPoint("f", Integer.MAX_VALUE)));
    print("encode_int(-70000)", () -> of(new IntPoint("f", -70000)));
    double[][] places = {{0, 0}, {90, 180}, {-90, -180}, {52.52, 13.405}, {-33.8688, 151.2093},
        {-1e-9, -1e-9}, {4.190951585769653e-8, 8.381903171539307e-8}, {89.99999995, 179.9999999}};
    for (double[] p : places) {
      print("encode_lat_lon(" + p[0] + ", " + p[1] + ")", () -> of(new LatLonPoint("f", p[0], p[1])));
    }
    for (String ip : new String[] {"1.2.3.4", "255.255.255.255", "::1", "::ffff:9.8.7.6", "2001:db8::ff00:42:8329"}) {
      print("*encode_ip(\"" + ip + "\")", () -> of(new InetAddressPoint("f", InetAddress.getByName(ip))));
    }
    print("encode_int_range(ints({-5, 7}), ints({5, 7}))",
        () -> of(new IntRange("f", new int[] {-5, 7}, new int[] {5, 7})));
    print("encode_long_range(longs({-1}), longs({1}))", () -> of(new LongRange("f", new long[] {-1}, new long[] {1})));
    print("encode_float_range(floats({-0.0f}), floats({0.0f}))",
        () -> of(new FloatRange("f", new float[] {-0.0f}, new float[] {0.0f})));
    print("encode_double_range(doubles({-1, 0, 1, 2}), doubles({-0.5, 0, 1e300, INFINITY}))",
        () -> of(new DoubleRange("f", new double[] {-1, 0, 1, 2},
            new double[] {-0.5, 0, 1e300, Double.POSITIVE_INFINITY})));
    print("encode_ip_range(*encode_ip(\"10.0.0.0\"), *encode_ip(\"10.0.0.255\"))",
        () -> of(new InetAddressRange("f", InetAddress.getByName("10.0.0.0"), InetAddress.getByName("10.0.0.255"))));
    try {
      new DoubleRange("f", new double[] {0.0}, new double[] {-0.0});
      System.out.println("// DoubleRange takes 0.0 to -0.0");
    } catch (IllegalArgumentException e) {
      System.out.println("// DoubleRange refuses 0.0 to -0.0: " + e.getMessage());
    }
  }
}
